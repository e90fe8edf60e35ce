import { formatDay } from '#lib/dates.ts'

export type LegalVersions = { terms: string; riskDisclosure: string }

/** Returns both versions as one text, as the sign-up form sends it back. */
export const formatConsentVersion = ({ terms, riskDisclosure }: LegalVersions): string =>
  terms === riskDisclosure ? terms : `${terms}/${riskDisclosure}`

/** Returns the statements that a new member agrees to, as displayed beside the checkboxes. */
export const buildConsentStatements = ({ terms, riskDisclosure }: LegalVersions) => [
  {
    document: 'terms' as const,
    version: terms,
    path: '/legal/terms',
    statement: `I’ve read and accept the Terms of Use (version of ${formatDay(terms)}).`,
  },
  {
    document: 'risk-disclosure' as const,
    version: riskDisclosure,
    path: '/legal/risk-disclosure',
    statement:
      `I’ve read the Risk Disclosure (version of ${formatDay(riskDisclosure)}). I understand ` +
      'that I can lose money and that returns are not guaranteed.',
  },
]
