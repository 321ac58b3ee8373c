"""What is in hand on the floor: each tool is told of mouse and keys, and draws what it is about to do."""
