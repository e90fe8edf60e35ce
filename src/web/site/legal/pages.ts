export type LegalPage = { name: string; title: string; description: string }

/** The legal pages, in the order of the footer. */
export const LEGAL_PAGES: readonly LegalPage[] = [
  {
    name: 'risk-disclosure',
    title: 'Risk Disclosure',
    description: 'What can go wrong: a two-minute summary, followed by each risk in full.',
  },
  {
    name: 'terms',
    title: 'Terms of Use',
    description:
      'The agreement between you and the operator, with a plain-English summary of each clause.',
  },
  {
    name: 'privacy',
    title: 'Privacy Policy',
    description:
      'What data we collect, why and for how long we store it, who can see it, and how to ' +
      'download or delete it.',
  },
  {
    name: 'anti-money-laundering',
    title: 'Anti Money Laundering',
    description:
      'How we check payments, what we may ask you for, and what happens when a payment needs ' +
      'review.',
  },
  {
    name: 'anti-spam',
    title: 'Anti Spam Policy',
    description:
      'Which emails we send, which we never send, and what members may not send about us.',
  },
  {
    name: 'placement-of-statement',
    title: 'Placement of Statement',
    description: 'Who runs this site, how it is registered, and who its content is intended for.',
  },
]
