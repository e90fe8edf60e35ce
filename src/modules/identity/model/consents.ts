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
    statement: `I have read and accept the Terms of Use, version ${terms}.`,
  },
  {
    document: 'risk-disclosure' as const,
    version: riskDisclosure,
    path: '/legal/risk-disclosure',
    statement:
      `I have read the Risk Disclosure, version ${riskDisclosure}. I understand that I can ` +
      'lose money and that no return is promised.',
  },
]
