import type { Mutant } from '../../tools/mutants.ts'

/** Mistakes with what a form is told. */
export const mutants: Mutant[] = [
  {
    name: 'a form that is refused one field at a time',
    why: 'people mend one field, send it, and are told of the next',
    file: 'src/lib/errors.ts',
    replace: '      refused.push(error)\n',
    with: '      throw error\n',
    caughtBy: 'vitest run src/modules/withdrawals/queries/preview.test.ts',
    says: 'looking is refused for what asking is refused for',
  },
  {
    name: 'a door that names the first wrong field alone',
    why: 'people mend one field, send it, and are told of the next',
    file: 'src/platform/http/errors.ts',
    replace: 'errors: [...error.errors]',
    with: 'errors: error.errors.slice(0, 1)',
    caughtBy: 'vitest run src/modules/withdrawals/queries/preview.test.ts',
    says: 'looking is refused for what asking is refused for',
  },
  {
    name: 'a withdrawal to one of the house’s own addresses',
    why: 'coin would go round in a circle, be counted as paid, and look like a deposit of nobody',
    file: 'src/modules/withdrawals/model.ts',
    replace: 'if (ours.has(checked.canonical))',
    with: 'if (ours.has(text))',
    caughtBy: 'vitest run src/modules/withdrawals/commands/save-wallets.test.ts',
    says: 'an address of the house is nobody’s wallet',
  },
  {
    name: 'a receiving address that is a member’s wallet',
    why: 'what other members deposit would be that member’s',
    file: 'src/modules/administration/commands/change-receiving-address.ts',
    replace: '    await assertNoMembers(tx, address)\n',
    with: '    void assertNoMembers\n',
    caughtBy: 'vitest run src/modules/administration/commands/change-receiving-address.test.ts',
    says: 'An address that a member is paid at never takes payments for the house',
  },
]
