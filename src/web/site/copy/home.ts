import type { SceneName } from '#ui/art/engraving.tsx'

/**
 * The four ways of 'Our Purpose', each with its risk. They are samples: in live mode the operator
 * confirms them.
 */
export const PURPOSES: readonly { name: string; text: string; wrong: string; scene: SceneName }[] =
  [
    {
      name: 'Explore With Us',
      text:
        'Copy trades of top performing traders. Review each trader’s full record, including ' +
        'losing months, before you decide how much to allocate.',
      wrong: 'A trader who did well last year can lose money this year, and you lose with them.',
      scene: 'followers',
    },
    {
      name: 'High Frequency Trading',
      text:
        'Rule-based trades held for seconds or minutes, with monthly results after costs, good ' +
        'or bad.',
      wrong: 'Small losses add up quickly, and trading costs can exceed gains.',
      scene: 'ticks',
    },
    {
      name: 'Investment Management',
      text:
        'A diversified portfolio for your time horizon, reviewed every month. Gains and losses ' +
        'are recorded in the ledger with evidence.',
      wrong:
        'Diversification limits the damage from one bad asset. It can’t stop the whole ' +
        'portfolio falling.',
      scene: 'bundles',
    },
    {
      name: 'Wealth Management',
      text: 'One plan for savings, retirement and inheritance, with full transparency at any time.',
      wrong: 'Plans are based on assumptions. If those are wrong, you may end up with less.',
      scene: 'contours',
    },
  ]

export type Testimonial = { name: string; feedback: string; job: string; img: string }

/** Shown in the sandbox only, and marked as samples: they are invented. */
export const SAMPLE_TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Sample: Ada N.',
    feedback:
      'My second month paid nothing. I opened the income statement, saw that two flats had ' +
      'been vacant, and understood why.',
    job: 'Nurse',
    img: '8d1f63a9c2e4477b90a5de3018bb62c1f7450e9d3a8c16b2e57f0491cd286ab3',
  },
  {
    name: 'Sample: Jonas W.',
    feedback:
      'I withdrew just to test it. It arrived the next morning, minus the fee I’d been quoted.',
    job: 'Carpenter',
    img: '27c0b8e15fd94a6387e1c2d9a04b76f35e8812cd90bb47af6613e5d2748f09a1',
  },
  {
    name: 'Sample: Mei L.',
    feedback:
      'My first deposit was rejected because the payment hadn’t arrived. They explained what ' +
      'was missing and fixed it.',
    job: 'Teacher',
    img: 'f19a4c7e02b85d6193ce70a8e4d21b5f6c07938de5af41b2706c9d83e14a57bc',
  },
  {
    name: 'Sample: Olu A.',
    feedback:
      'The June loss was on my statement in the same size type as the gains. That’s why ' +
      'I’m still here.',
    job: 'Bookkeeper',
    img: '5be37d10c9f2486ea1d473b80f6e92c5d81a04b7e63f95c2840d1be976af3c82',
  },
]
