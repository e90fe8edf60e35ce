import { expect, test } from 'vitest'
import { listVisibleTexts } from './visible-texts.ts'

const SOURCE = `
import { x } from './a text in an import.ts'
const query = sql\`select a from b where c\`
throw new DomainError('missing', 400, 'Enter an ' + 'amount.', 'amount')
const label = \`Waiting for \${name}\` + \`\${count} pending\`
const LABELS = { cash: 'Cash', kind: 'principal', state: isOn ? 'Active' : key === 'Enter' }
export const Page = () => (
  <Panel title="Balances" className="a class name" tone="ok">
    <p>You have <Money amount={cash} /> in {plan.name}, since <b>June</b>.</p>
    {failed && <p>Try again.</p>}
    <Button aria-label="Close the dialog">Close</Button>
  </Panel>
)
`

test('Texts that people see are listed as sentences, and code is not', () => {
  const texts = listVisibleTexts('page.tsx', SOURCE).map(({ line, text }) => `${line} ${text}`)

  expect(texts).toEqual([
    '4 Enter an amount.',
    '5 Waiting for {name}{count} pending',
    '6 Cash',
    '6 Active',
    '8 Balances',
    '9 You have {Money} in {plan.name}, since June.',
    '10 Try again.',
    '11 Close',
    '11 Close the dialog',
  ])
})
