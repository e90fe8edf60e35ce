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
        'Copy trades of top performing traders. Read each trader’s whole record first, losing ' +
        'months included, then decide how much to follow with and when to stop.',
      wrong: 'A trader who led last year can lose this year, and your copy loses with them.',
      scene: 'followers',
    },
    {
      name: 'High Frequency Trading',
      text:
        'Short positions opened and closed by rules, many times a day. You see each month’s ' +
        'result after costs, good or bad.',
      wrong: 'Small losses repeat fast. Costs can outweigh gains on busy days.',
      scene: 'ticks',
    },
    {
      name: 'Investment Management',
      text:
        'A mix of assets chosen for a time horizon and reviewed each month. What it earned ' +
        'and lost is posted to the books with its evidence.',
      wrong: 'Spreading money softens one bad asset. It does not stop a whole mix falling.',
      scene: 'bundles',
    },
    {
      name: 'Wealth Management',
      text:
        'One plan for saving, retirement and what you pass on, with the books behind it open ' +
        'to you at any hour.',
      wrong: 'Plans rest on assumptions. If those are wrong, you may end up with less.',
      scene: 'contours',
    },
  ]

export type Testimonial = { name: string; feedback: string; job: string; img: string }

/** Shown in the sandbox only, and marked as samples: they are invented. */
export const SAMPLE_TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Sample: Ada N.',
    feedback:
      'My second month paid nothing. I opened the income book, saw that two flats had stood ' +
      'empty, and understood why.',
    job: 'Nurse',
    img: '8d1f63a9c2e4477b90a5de3018bb62c1f7450e9d3a8c16b2e57f0491cd286ab3',
  },
  {
    name: 'Sample: Jonas W.',
    feedback:
      'I asked for my money back to see whether it comes. It came the next morning, less ' +
      'the fee I had been told.',
    job: 'Carpenter',
    img: '27c0b8e15fd94a6387e1c2d9a04b76f35e8812cd90bb47af6613e5d2748f09a1',
  },
  {
    name: 'Sample: Mei L.',
    feedback:
      'They rejected my first deposit because nothing had arrived, and told me which file ' +
      'was missing. I sent it, and it was right.',
    job: 'Teacher',
    img: 'f19a4c7e02b85d6193ce70a8e4d21b5f6c07938de5af41b2706c9d83e14a57bc',
  },
  {
    name: 'Sample: Olu A.',
    feedback:
      'The loss in June stood on my statement in the same size as the gains. That is why I ' +
      'am still here.',
    job: 'Bookkeeper',
    img: '5be37d10c9f2486ea1d473b80f6e92c5d81a04b7e63f95c2840d1be976af3c82',
  },
]
