import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

const MIN_COST = { memory: 8, passes: 1, parallelism: 1 }
const { argon2, argon2Sync } = crypto

let atFullCost = false

const lower = <Parameters extends object>(parameters: Parameters): Parameters =>
  atFullCost ? parameters : { ...parameters, ...MIN_COST }

crypto.argon2 = (algorithm, parameters, done) => argon2(algorithm, lower(parameters), done)
crypto.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, lower(parameters))
syncBuiltinESMExports()

/**
 * Computes the Argon2 hashes of this test file at the cost that they name. Those of all other test
 * files name the same cost, and are computed at the minimum: most tests sign people in, and none
 * of them is about how long that takes.
 */
export function hashAtFullCost() {
  beforeAll(() => {
    atFullCost = true
  })
  afterAll(() => {
    atFullCost = false
  })
}
