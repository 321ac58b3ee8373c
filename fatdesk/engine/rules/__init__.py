"""Design rules as data: records, profiles in files, figures by name, and what they judge."""
