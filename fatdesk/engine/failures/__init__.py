"""Impact of failures on a placed, cabled design: what each element takes with it."""
