export type LegalPage = { name: string; title: string; description: string }

/** The legal pages, in the order of the footer. */
export const LEGAL_PAGES: readonly LegalPage[] = [
  {
    name: 'risk-disclosure',
    title: 'Risk Disclosure',
    description: 'Two minutes on what can go wrong, and then every risk in full.',
  },
  {
    name: 'terms',
    title: 'Terms of Use',
    description:
      'What you and the operator owe each other, in plain words, with a gist above each clause.',
  },
  {
    name: 'privacy',
    title: 'Privacy Policy',
    description:
      'What is kept about you, why, for how long, who else sees it, and how you get it or end it.',
  },
  {
    name: 'anti-money-laundering',
    title: 'Anti Money Laundering',
    description:
      'How payments are checked, what may be asked of you, and what happens when something ' +
      'looks wrong.',
  },
  {
    name: 'anti-spam',
    title: 'Anti Spam Policy',
    description:
      'Which mails you get, which you never get, and what members may not send in the firm’s name.',
  },
  {
    name: 'placement-of-statement',
    title: 'Placement of Statement',
    description:
      'Who runs this site, under which registration, and for whom what stands here is meant.',
  },
]
