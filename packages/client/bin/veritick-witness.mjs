#!/usr/bin/env node
// npm runs only programs inside a package, and the site serves the witness as a file of the web app.
import "../../web/public/veritick-witness.mjs";
