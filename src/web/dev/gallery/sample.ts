/** Sample data of the gallery, the same every time. */
export const SAMPLE_HASH = '9f3c41d2a7be60518c04e7712fd9ab36e5810c4477be12f0a98d63c51e2b7704'
export const SAMPLE_ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

export type SampleRow = {
  id: string
  who: string
  when: string
  tone: 'wait' | 'ok' | 'bad'
  usd: string
}

const NAMES = ['Sample One', 'Sample Two', 'Sample Zieliński']
const TONES = ['wait', 'ok', 'ok', 'bad'] as const

export const sampleRows: readonly SampleRow[] = Array.from({ length: 23 }, (_, i) => ({
  id: `D-${20931 - i}`,
  who: NAMES[i % NAMES.length] ?? '',
  when: `${20 - (i % 9)} Nov 2026`,
  tone: TONES[i % TONES.length] ?? 'wait',
  usd: `${2500 + i * 125}.00`,
}))

export const sampleSteps = [
  { title: 'You sent 0.02740011 BTC', note: 'Today, 10:31', state: 'done' },
  { title: 'Confirmed on the network', note: '10:44, 3 of 3 confirmations', state: 'done' },
  { title: 'We confirm your payment', note: 'Usually within 4 hours, by 14:40', state: 'now' },
  { title: 'Credited', note: 'We’ll email you the ledger entry number', state: 'todo' },
] as const
