/** The open positions shown in the sandbox. */
export const SAMPLE_JOBS = [
  {
    title: 'Sample: bookkeeper',
    place: 'Head office, or remote in the same time zone',
    pay: '$52,000 a year',
    text:
      'Record incoming and outgoing payments, reconcile differences to the cent, and explain ' +
      'entries to members.',
  },
  {
    title: 'Sample: member support',
    place: 'Remote, early or late shift',
    pay: '$41,000 a year',
    text:
      'Answer members in plain English, make sure that every rejected deposit has a clear ' +
      'reason, and report what confuses members.',
  },
]

/** The steps of an application. */
export const STEPS = [
  {
    title: 'Apply',
    text:
      'Describe what you have worked on, and what you learned when something went wrong. We ' +
      'read every application.',
  },
  {
    title: 'Interview',
    text: 'One conversation with your future colleagues about real cases. No brainteasers.',
  },
  { title: 'Trial day', text: 'One paid day of work on a real task, with our tools.' },
  { title: 'Decision', text: 'We reply with a reason within two weeks, either way.' },
]
