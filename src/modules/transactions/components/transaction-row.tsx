import { isTransactionId } from '#lib/transaction-ids.ts'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { arrowSquareOut } from '#ui/icons.ts'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import styles from './transaction-row.module.css'

type Transaction = {
  txid: string | null
  explorer: string | null
  /** 'Transaction ID' unless another one is given. */
  label?: string
}

/** Returns the row of a transaction id, if there is one: whole, to copy, and to look up. */
export const buildTransactionRows = ({
  txid,
  explorer,
  label = 'Transaction ID',
}: Transaction): (KeyValue & { aside: KeyValue['value'] })[] =>
  txid
    ? [
        {
          label,
          value: (
            <>
              <span className="mono meta anywhere">{txid}</span>
              {!isTransactionId(txid.replace(/^0x/, '')) && (
                <p className="small muted">Simulated, so it isn’t on a blockchain.</p>
              )}
            </>
          ),
          aside: (
            <span className={styles.actions}>
              <CopyButton text={txid} />
              {explorer && (
                <TextLink to={explorer} rel="noreferrer" icon={arrowSquareOut}>
                  View in explorer
                </TextLink>
              )}
            </span>
          ),
        },
      ]
    : []
