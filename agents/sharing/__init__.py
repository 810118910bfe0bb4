"""What is made for other places: networks as ONNX graphs, and the page as a folder for any file host."""
