"""What would settle contradictions: the smallest clarifications, each tried out."""
