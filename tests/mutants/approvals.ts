import { defineMutants, defineSqlMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const SIGNED = ['tests/faults/signed-approvals.test.ts']
const KEYS = ['src/modules/identity/commands/add-approval-key.test.ts']

/** Mistakes by which a server that was taken over could invent the approval of an admin. */
export const mutants: Mutant[] = [
  ...defineSqlMutants([
    [
      'approval without a signature',
      'the application’s login alone could name any admin as the second',
      'approvals.require_signature',
      'if not exists (',
      'if false and not exists (',
      SIGNED,
    ],
    [
      'signature of another statement',
      'an old signature of an admin would approve something else',
      'approvals.check_signature',
      "or client ->> 'challenge' is distinct from to_base64url(new.statement_hash)",
      '',
      SIGNED,
    ],
    [
      'key of another admin',
      'an admin could sign the approval of another',
      'approvals.check_signature',
      'd.decided_by = signing.admin_id and new.statement = statement(p, signing.admin_id)',
      'new.statement is not null',
      SIGNED,
    ],
    [
      'signature without a verified person',
      'a device that lies about would sign for its owner',
      'approvals.check_signature',
      'or get_byte(new.authenticator_data, 32) & 5 <> 5',
      '',
      SIGNED,
    ],
    [
      'key that no admin confirmed',
      'a session that was taken over would add its own key and sign',
      'approvals.may_sign',
      "k.kind = 'passkey' and k.usable_from <= may_sign.decided_at",
      "k.kind = 'passkey'",
      SIGNED,
    ],
    [
      'key that ended',
      'a device that was lost would go on signing',
      'approvals.may_sign',
      'where k.id = key_id and k.ended_at is null',
      'where k.id = key_id',
      SIGNED,
    ],
    [
      'key of software in live',
      'the server would hold the key of an admin',
      'approvals.ensure_software_key',
      'if is_live() then',
      'if false then',
      SIGNED,
    ],
    [
      'first keys without end',
      'every new key would count without another admin',
      'approvals.register_key',
      'where k.first and k.generation is not distinct from current_generation) < 2',
      'where k.first and k.generation is not distinct from current_generation) < 9',
      SIGNED,
    ],
    [
      'first key that does not wait',
      'a key that was added a moment ago would sign in live',
      'approvals.keys',
      'k.registered_at + approvals.get_first_key_wait(k.generation)',
      'k.registered_at',
      SIGNED,
    ],
  ]),
  ...defineMutants('src/modules/approvals', [
    [
      'signature that is not verified',
      'any text would be an admin’s signature until check-rows runs',
      'steps/sign-approval.ts',
      'signApproval',
      { expression: '!(await isGenuine(app, statement, signature, key))', with: 'false' },
      KEYS,
    ],
    [
      'approval unsigned beside a key',
      'the sandbox would sign for an admin who has a key',
      'steps/sign-approval.ts',
      'signApproval',
      { expression: 'keys.length > 0', with: 'false' },
      KEYS,
    ],
  ]),
  ...defineMutants('scripts', [
    [
      'check-rows without the arithmetic',
      'what only looks signed would count',
      'check-rows.mjs',
      'findSignatureProblem',
      { expression: 'verify(digest, signed, publicKey, signature)', with: 'true' },
      SIGNED,
    ],
    [
      'check-rows without missing signatures',
      'an approval that the owner of the database forged would count',
      'check-rows.mjs',
      'LedgerVerifier',
      { expression: "proposal.approved === 'true' && !unsigned", with: 'false' },
      SIGNED,
    ],
    [
      'check-rows without the keys of the log',
      'the owner of the database could exchange a key',
      'check-rows.mjs',
      'compareKeys',
      { expression: 'describeKey(published) !== describeKey(toPublishedKey(key))', with: 'false' },
      SIGNED,
    ],
    [
      'check-rows with ended keys',
      'a key would sign after its end',
      'check-rows.mjs',
      'LedgerVerifier',
      { expression: 'end != null && BigInt(end) <= at', with: 'false' },
      SIGNED,
    ],
  ]),
]
