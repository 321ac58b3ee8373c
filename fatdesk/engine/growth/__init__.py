"""Growth of networks: what is bought now and later, which cables move, and in which stages.

Data flow:

    racks or hosts, now and later  ->  racks, plans     purchases, places, cables and cost by policy
"""
