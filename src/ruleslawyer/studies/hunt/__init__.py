"""Which questions of a rulebook did nobody ask?"""
