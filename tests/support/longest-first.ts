import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take from 15 seconds to minutes, in few lines: the longest first. */
const LONGEST = [
  'tests/faults/statement-faults.test.ts',
  'tests/faults/start.test.ts',
  'tests/properties/fuzz-staff.test.ts',
  'tests/properties/authorisation.test.ts',
  'tests/properties/fuzz-members.test.ts',
  'tests/properties/engine-model.test.ts',
  'tests/faults/database-restarts.test.ts',
  'tests/faults/check-rows.test.ts',
  'tests/properties/ledger-model.test.ts',
  'tests/faults/ledger-crash.test.ts',
]

/**
 * Orders test files: the longest first, then the largest, so that no worker is left with a long
 * file at the end.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = LONGEST.filter((path) => !existsSync(path))
    if (missing.length > 0) throw new Error(`No longer a test: ${missing.join(', ')}`)

    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(path))
      return index === -1 ? LONGEST.length : index
    }

    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
