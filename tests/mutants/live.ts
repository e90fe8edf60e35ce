import type { Mutant } from '../../tools/mutants.ts'

export const mutants: Mutant[] = [
  {
    name: 'a live mode that starts although the software lacks what real money needs',
    why: 'members could pay in with nobody checked and no evidence but a screenshot',
    file: 'src/platform/config/live-checks.ts',
    replace: "  if (settings.MODE === 'sandbox') return []\n",
    with: '  if (settings) return []\n',
    caughtBy: 'vitest run src/platform/config.test.ts',
    says: 'Live does not start',
  },
]
