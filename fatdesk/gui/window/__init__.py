"""The main window: welcome page, header, rail of workspaces, panels, layout, error reporting."""
