"""What symfed is measured against, each written the way its users write it."""
