print("att-lab")
