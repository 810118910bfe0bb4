"""The words of all languages as files for the page: `languages.json` says which there are, `de.json` holds those of one."""

from __future__ import annotations

import json

from skirmish_rl.envs.locales.catalogue import catalogues_of, languages


def words_for_pages() -> dict[str, str]:
    """The files by their names, as JSON; a page reads them from the folder `words`."""
    known = languages()
    files = {"languages.json": json.dumps(known, ensure_ascii=False)}
    for language in known:
        catalogues = catalogues_of(language)
        words = {
            name: [[entry.english, entry.several, entry.said] for entry in catalogue.entries.values() if entry.is_done]
            for name, catalogue in catalogues.items()
        }
        plurals = next(iter(catalogues.values())).plurals
        files[f"{language}.json"] = json.dumps({"plurals": plurals, "catalogues": words}, ensure_ascii=False, separators=(",", ":"))
    return files
