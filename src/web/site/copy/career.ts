/** The open positions shown in the sandbox. */
export const SAMPLE_JOBS = [
  {
    title: 'Sample: bookkeeper',
    place: 'At the head office, or from home in the same time zone',
    pay: '$52,000 a year',
    text:
      'You post incoming and outgoing payments, find the missing cent, and explain to ' +
      'members what an entry means.',
  },
  {
    title: 'Sample: member support',
    place: 'From anywhere, early or late shift',
    pay: '$41,000 a year',
    text:
      'You answer members in plain words, make sure that a rejected deposit has a reason, ' +
      'and report what confuses members.',
  },
]

/** The steps of an application. */
export const STEPS = [
  {
    title: 'Apply',
    text:
      'Describe what you did, and what you learned when something went wrong. We read every ' +
      'application.',
  },
  {
    title: 'Interview',
    text: 'One conversation with your future colleagues about real cases, without brainteasers.',
  },
  { title: 'Trial day', text: 'A paid day of work on a real task, with the tools we use.' },
  { title: 'Decision', text: 'We reply with a reason within two weeks, either way.' },
]
