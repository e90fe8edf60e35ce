import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const LOST = ['tests/faults/lost-connection.test.ts']
const UNKNOWN = ['tests/faults/unknown-outcome.test.ts']
const BUCKET = ['src/platform/files/s3-files.test.ts']

/** Mistakes with a database or a bucket that goes away, or answers no more. */
export const mutants: Mutant[] = [
  ...defineMutants('src/platform', [
    [
      'a slow statement logged with quoted values',
      'a member’s data could be in the log',
      'db/slow-statements.ts',
      'describeStatement',
      { expression: "/'(?:[^']|'')*'/g", with: '/(?!)/g' },
      ['src/platform/db/slow-statements.test.ts'],
    ],
    [
      'a webhook’s redirect followed',
      'an alert would be sent to an address that the operator did not choose',
      'http/fetch-external-json.ts',
      'postExternalJson',
      { expression: "'manual'", with: "'follow'" },
      ['src/modules/operations/adapters/alert-webhooks.test.ts'],
    ],
    [
      'a connection to a standby',
      'a member would read old balances after a failover',
      'db/db.ts',
      'openDb',
      { expression: 'assertPrimary', with: 'async () => {}' },
      LOST,
    ],
    [
      'an unanswered COMMIT counted as rolled back',
      'a transaction would be run again and stored twice',
      'db/connection-errors.ts',
      'mayBeCommitted',
      { returns: 'false' },
      LOST,
    ],
    [
      'a COMMIT with a warning acknowledged',
      'a transaction that no standby has would be reported as done',
      'db/driver.ts',
      'PrimaryConnection',
      { expression: 'this.#warnings > warnings', with: 'false' },
      LOST,
    ],
    [
      'an unknown outcome run again',
      'a transaction would be stored twice',
      'db/transaction.ts',
      'runAcrossReconnects',
      { expression: 'error instanceof DatabaseUnavailable', with: 'error instanceof Error' },
      LOST,
    ],
    [
      'a stored answer repeated without waiting for the standbys',
      'a failover could take back what was acknowledged',
      'http/idempotency.ts',
      'replay',
      { drop: 'pg_logical_emit_message' },
      UNKNOWN,
    ],
    [
      'an unknown outcome before the call began',
      'the caller would search for something that was never carried out',
      'http/errors.ts',
      'toErrorBeforeCall',
      { negate: 'OutcomeUnknown' },
      UNKNOWN,
    ],
    [
      'an older release on a newer database',
      'older functions would replace those that the newer release relies on',
      'db/releases.ts',
      'findNewerRelease',
      { returns: 'null' },
      ['src/platform/db/releases.test.ts'],
    ],
    [
      'a new key after a rejected repetition',
      'a member who signs in again could pay twice',
      'client/link.ts',
      'isFinal',
      { expression: '!UNSTORED_STATUSES.has(status)', with: 'true' },
      ['src/platform/client/link.test.ts'],
    ],
    [
      'a file of the bucket returned without its checksum',
      'staff would decide on a proof of payment that was replaced',
      'files/s3-objects.ts',
      'readObject',
      { drop: 'assertUnchanged' },
      BUCKET,
    ],
    [
      'any 404 counted as a missing file',
      'a wrong address would hide every upload, and an anchor would be written twice',
      'files/s3-answers.ts',
      'isObjectMissing',
      { expression: "parseErrorCode(answer) === 'NoSuchKey'", with: 'true' },
      BUCKET,
    ],
    [
      'a file with other bytes replaced by the copy',
      'an old folder would overwrite what the bucket has',
      'files/copy-files.ts',
      'copyFile',
      { expression: "stored !== 'missing'", with: "stored === 'same'" },
      ['src/platform/files/copy-files.test.ts'],
    ],
    [
      'a public bucket reported as private',
      'anyone could read the uploads of members, and the doctor would find nothing',
      'files/s3-requests.ts',
      'isReadableByAnyone',
      { returns: 'false' },
      BUCKET,
    ],
  ]),
  ...defineMutants('src/modules/integrity/commands', [
    [
      'an anchor that could not be looked up counted as absent',
      'a published anchor would be replaced during an outage of the bucket',
      'write-anchor.ts',
      'readAnchor',
      { expression: 'error instanceof FileMissing', with: 'true' },
      ['tests/flows/bucket.test.ts'],
    ],
  ]),
]
