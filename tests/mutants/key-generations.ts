import { defineMutants, defineSqlMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const GENERATIONS = ['tests/faults/key-generations.test.ts']
const LOG = ['tests/faults/approval-log.test.ts']
const MOMENT = ['tests/faults/signing-moment.test.ts']
const ROWS = ['tests/faults/check-rows.test.ts']
const KEYS = ['src/modules/identity/commands/add-approval-key.test.ts']
const ENDS = ['src/modules/identity/commands/end-approval-key.test.ts']
const REPORT = ['src/modules/transparency/api.test.ts']

/** Mistakes about when a key counts, where, and how many an admin has. */
export const mutants: Mutant[] = [
  ...defineSqlMutants([
    [
      'earlier keys of a new generation',
      'a lost key would sign beside the new ones',
      'approvals.keys',
      'least(e.ended_at, g.started_at)',
      'e.ended_at',
      GENERATIONS,
    ],
    [
      'first key of a generation without its longer wait',
      'no admin would have the time to see who added it',
      'approvals.keys',
      'k.registered_at + approvals.get_first_key_wait(k.generation)',
      'k.registered_at + approvals.get_first_key_wait(null)',
      GENERATIONS,
    ],
    [
      'first keys of earlier generations',
      'no first key could be added again',
      'approvals.register_key',
      'where k.first and k.generation is not distinct from current_generation',
      'where k.first',
      GENERATIONS,
    ],
    [
      'key at the moment of its signature',
      'SQL would take a key that the checks refuse for ever',
      'approvals.check_signature',
      'signing_at := coalesce((select d.decided_at from decision d where d.proposal = new.subject), new.signed_at)',
      'signing_at := new.signed_at',
      MOMENT,
    ],
    [
      'key that ends while it signs',
      'an approval would be wrong in each check, though SQL took it',
      'approvals.check_signature',
      'where id = new.key for share',
      'where id = new.key',
      MOMENT,
    ],
    [
      'end before what a key signed',
      'a claimed time would make good approvals wrong',
      'approvals.end_key',
      'greatest(get_time(ended_at), (',
      'coalesce(get_time(ended_at), (',
      MOMENT,
    ],
    [
      'key that the log does not show',
      'its approvals would be wrong to verifiers for ever',
      'approvals.check_signature',
      'coalesce(get_published_from(new.key) > signing_at, true)',
      'false',
      LOG,
    ],
    [
      'keys without a limit at a time',
      'a session that was taken over could fill the log',
      'approvals.register_key',
      'k.ended_at is null) >= 5',
      'k.ended_at is null) >= 500',
      KEYS,
    ],
    [
      'keys without a limit a day',
      'a session that was taken over could mail all staff without end',
      'approvals.register_key',
      "interval '24 hours') >= 10",
      "interval '24 hours') >= 1000",
      KEYS,
    ],
  ]),
  ...defineMutants('scripts', [
    [
      'check-rows that is content without the log',
      'keys that were made up would pass',
      'check-rows.mjs',
      'printVerdict',
      { expression: 'hasMode ? 0 : 3', with: '0' },
      ROWS,
    ],
    [
      'check-rows that believes the file about live',
      'an export would call itself a sandbox, where keys of software count',
      'check-rows.mjs',
      'main',
      { expression: 'observed.length > 0 ? observed.includes(true) : null', with: 'null' },
      ROWS,
    ],
    [
      'check-rows without the log’s time of a new first key',
      'a generation that was backdated would sign at once',
      'check-rows.mjs',
      'checkUses',
      { expression: 'since + wait > BigInt(decided_at)', with: 'false' },
      GENERATIONS,
    ],
    [
      'check-rows with a late first key of no generation',
      'a taken-over server could add a first key, and back-date it in the export',
      'check-rows.mjs',
      'checkUses',
      { expression: 'live && key.first', with: 'live && key.first && key.generation !== null' },
      LOG,
    ],
    [
      'check-rows that trusts the time of an entry',
      'a key that was published late would have waited',
      'check-rows.mjs',
      'readEntry',
      { expression: 'time > log.latest', with: 'true' },
      LOG,
    ],
    [
      'check-rows that believes when a key ended',
      'the owner of the database could let it sign later',
      'check-rows.mjs',
      'checkUsesAfterEnd',
      { expression: 'BigInt(decided_at) > end + CLOCK_SKEW', with: 'false' },
      LOG,
    ],
    [
      'check-rows that believes when an approval was given',
      'it could be dated before the end of its key',
      'check-rows.mjs',
      'checkUsesAfterEnd',
      { expression: 'published.since > end + LOG_DELAY', with: 'false' },
      LOG,
    ],
    [
      'check-rows that takes the last entry of a key',
      'a key that no admin confirmed would become a first one in the log',
      'check-rows.mjs',
      'readKeyEntry',
      { expression: 'fixedParts(first) !== fixedParts(entry)', with: 'false' },
      LOG,
    ],
    [
      'check-rows without the generations of the log',
      'a reason could be exchanged',
      'check-rows.mjs',
      'compareGenerations',
      { expression: 'published.reason !== reason', with: 'false' },
      GENERATIONS,
    ],
  ]),
  ...defineMutants('src/modules/identity', [
    [
      'decider with a key of another address',
      'the open books would count admins who can’t approve',
      'queries/staff.ts',
      'listKeyHolders',
      { expression: 'buildSigningCondition(config, now)', with: 'sql`k.ended_at is null`' },
      REPORT,
    ],
    [
      'key of another address among those that are left',
      'one owner could end the last keys that sign',
      'steps/assert-keys-remain.ts',
      'assertKeysRemain',
      {
        expression: 'computeKeyState(key, now, site)',
        with: 'computeKeyState(key, now, { rpID: key.rpId, origin: key.origin })',
      },
      ENDS,
    ],
  ]),
]
