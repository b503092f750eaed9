"""A Slurm cluster of one machine, for scripts/test-slurm."""
