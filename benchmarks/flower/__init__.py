"""Predictions against a public framework of federated learning: Flower runs what symfed predicts. See docs/flower.md."""
