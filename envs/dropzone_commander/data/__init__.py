"""The numbers of Dropzone Commander: profiles, forces, scenery, maps, scenarios, and their loader."""
