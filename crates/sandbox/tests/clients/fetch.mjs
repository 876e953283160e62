// Fetches the address in each line that it reads, and says in a line what came of it.

import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(await (await fetch(line)).text())
  } catch (error) {
    console.log('refused:', error.cause?.message ?? error.message)
  }
}
