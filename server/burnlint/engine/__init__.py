"""The engine: files and settings in, reports out. Editor and command line both drive it, so both say the same."""
