"""Markov reward processes: what temporal-difference learning samples from, and ways of making them."""

from symfed.models.markov.garnet import garnet, random_features
from symfed.models.markov.grid import grid_world
from symfed.models.markov.process import MarkovRewardProcess

__all__ = ["MarkovRewardProcess", "garnet", "grid_world", "random_features"]
