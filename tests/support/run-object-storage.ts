import { openObjectStorage } from './object-storage.ts'

/**
 * Runs a bucket until it is killed, for a machine with a network of its own, and prints the
 * settings of an installation that uses it.
 */
const { environment } = await openObjectStorage()
for (const [name, value] of Object.entries(environment)) console.log(`${name}=${value}`)
