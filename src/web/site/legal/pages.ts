export type LegalPage = { name: string; title: string; description: string }

/** The legal pages, in the order of the footer. */
export const LEGAL_PAGES: readonly LegalPage[] = [
  {
    name: 'risk-disclosure',
    title: 'Risk Disclosure',
    description: 'A two-minute summary of what can go wrong, followed by every risk in full.',
  },
  {
    name: 'terms',
    title: 'Terms of Use',
    description:
      'What you and the operator owe each other, with a plain-English summary of each clause.',
  },
  {
    name: 'privacy',
    title: 'Privacy Policy',
    description:
      'Which data we store about you, why and for how long, who else sees it, and how to ' +
      'get or delete it.',
  },
  {
    name: 'anti-money-laundering',
    title: 'Anti Money Laundering',
    description:
      'How we check payments, what we may ask you for, and what happens when something ' +
      'looks wrong.',
  },
  {
    name: 'anti-spam',
    title: 'Anti Spam Policy',
    description:
      'Which emails we send, which we never send, and what members may not send in our name.',
  },
  {
    name: 'placement-of-statement',
    title: 'Placement of Statement',
    description:
      'Who runs this site, under which registration, and for whom its content is intended.',
  },
]
