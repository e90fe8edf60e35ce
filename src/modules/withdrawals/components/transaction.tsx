import { CopyButton } from '#ui/actions/copy-button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import type { OwnWithdrawal } from './calls.tsx'

/** Returns the row of the transaction that paid a withdrawal: whole, to copy and to look up. */
export const buildTransactionRow = ({
  txid,
  explorer,
}: Pick<OwnWithdrawal, 'txid' | 'explorer'>): (KeyValue & { aside: KeyValue['value'] })[] =>
  txid
    ? [
        {
          label: 'Transaction ID',
          value: (
            <>
              <span className="mono anywhere">{txid}</span>
              <br />
              {explorer ? (
                <TextLink to={explorer} rel="noreferrer">
                  View in a block explorer
                </TextLink>
              ) : (
                <span className="small muted">Simulated, so it isn’t on a blockchain.</span>
              )}
            </>
          ),
          aside: <CopyButton text={txid} />,
        },
      ]
    : []
