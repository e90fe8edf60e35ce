import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Address } from '#ui/figures/address.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import type { WithdrawalPreview } from './calls.tsx'

/** Displays the address that a withdrawal is paid to. */
export function WithdrawalDestination({ preview }: { preview: WithdrawalPreview }) {
  const {
    payment_method,
    wallet_address,
    network,
    newAddress,
    cooling,
    payableFrom,
    place,
    expectedBy,
  } = preview

  const { label, chain } = METHOD_FACTS[payment_method]

  return (
    <Details
      rows={[
        {
          label: `${label} address`,
          aside: newAddress ? 'New: it is saved with this request' : 'Compare the marked groups',
          value: <Address value={wallet_address} />,
        },
        { label: 'Network', value: network === 'testnet' ? `${chain}, a test network` : chain },
        {
          label: 'Your place',
          value: `Number ${place} in the queue`,
        },
        ...(cooling
          ? [{ label: 'The address can be paid from', value: <When at={payableFrom} /> }]
          : []),
        { label: 'We state that it is paid by', value: <When at={expectedBy} /> },
      ]}
    />
  )
}
