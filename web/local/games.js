// The first page of a site, in the language of who reads it.

import {speak} from "../languages.js";

await speak();
