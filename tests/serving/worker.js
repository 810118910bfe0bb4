// The worker's host in node, for the tests: a message of the page is a line of its input, one of the host a line of its output.

import {readFile} from "node:fs/promises";
import {createInterface} from "node:readline";

const [site, only] = process.argv.slice(2);
const load = (name) => import(`${site}/local/${name}.js`);
const [{Host}, {Library}, {openStore}] = await Promise.all(["host", "library", "storage"].map(load));
const library = new Library(async (name) => new Uint8Array(await readFile(`${site}/${name}`)));
const host = new Host(library, await openStore(), (message) => console.log(JSON.stringify(message)), only);
for await (const line of createInterface({input: process.stdin})) host.hear(JSON.parse(line));
process.exit();
