import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const FACTS = ['src/modules/operations/queries/live-facts.test.ts']
const SETTINGS = ['src/platform/config.test.ts']

/** Mistakes by which a live installation would open to members too early. */
export const mutants: Mutant[] = [
  ...defineMutants('src/platform', [
    [
      'calls of members before the opening',
      'members would pay an installation that isn’t set up',
      'http/calls.ts',
      'openCalls',
      { drop: 'assertOpen' },
      ['src/platform/http/opening.test.ts'],
    ],
    [
      'pages of visitors before the opening',
      'visitors would read the site of an installation that isn’t set up',
      'http/opening.ts',
      'closePages',
      { expression: 'await isOpen()', with: 'true' },
    ],
    [
      'identity documents without a key in live',
      'the documents of members would have no key of their own',
      'config/live-checks.ts',
      'CHECKS',
      { expression: 'DOCUMENT_KEYS.length === 0', with: 'false' },
      SETTINGS,
    ],
    [
      'no identity check without a reason',
      'an operator could leave the check out without saying why',
      'config/live-checks.ts',
      'CHECKS',
      { expression: "IDENTITY_PROVIDER === 'none'", with: 'false' },
      SETTINGS,
    ],
    [
      'a database connection without TLS',
      'a member’s data could be read on the network',
      'config/live-checks.ts',
      'listDatabaseProblems',
      { expression: 'findDatabaseLinkProblem(address)', with: 'null' },
      SETTINGS,
    ],
  ]),
  ...defineMutants('src/modules/operations', [
    [
      'an opening with an unknown item',
      'an installation would open although it could not be checked',
      'model/live-items.ts',
      'isComplete',
      { expression: "state === 'ok'", with: "state !== 'missing'" },
      ['src/modules/operations/commands/open-installation.test.ts'],
    ],
    [
      'an opening without the list',
      'an installation would open whatever is missing',
      'commands/open-installation.ts',
      'openInstallation',
      { negate: 'isComplete' },
    ],
    [
      'one admin with a passkey',
      'one person could move money alone',
      'queries/live-facts.ts',
      'MIN_ADMINS',
      { literal: '2', with: '1' },
      FACTS,
    ],
    [
      'sample rules in live',
      'members would invest by rules that no lawyer has checked',
      'queries/live-facts.ts',
      'LIVE_FACTS',
      { expression: 'rules.filter(({ sample }) => sample)', with: '[]' },
      FACTS,
    ],
    [
      'a provider that gives no answer',
      'payments of members would not be seen',
      'queries/live-facts.ts',
      'LIVE_FACTS',
      { expression: 'problem !== null', with: 'false' },
      FACTS,
    ],
  ]),
  ...defineMutants('src/modules/identity/queries', [
    [
      'a suspended admin counts',
      'an installation would open with one admin who has access',
      'staff.ts',
      'countPasskeyDeciders',
      { returns: '2' },
      FACTS,
    ],
  ]),
]
