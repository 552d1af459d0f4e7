# a statement at the top of a module
print("hello")
for x in (1, 2):
    pass
