"""The build of the web site: from pinned sources to the static folder build/web/."""
