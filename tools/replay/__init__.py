"""Replays games that another simulator recorded, and says where this engine differs."""
