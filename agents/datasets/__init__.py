"""Recordings of games (as seeds and decisions), and the datasets for offline learning that are made from them."""
