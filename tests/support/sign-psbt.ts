import { base64, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { Transaction } from '@scure/btc-signer'

const HARDENED = 0x80000000
/** The version bytes of account keys on test networks. */
export const TEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 }

/** The seed of `abandon … about`, whose account key the sandbox watches; it is published. */
const SANDBOX_SEED = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
)

/** Signs each input with the key that its derivation names, as a signing device does. */
export function signEachInput(root: HDKey, tx: Transaction): void {
  for (let at = 0; at < tx.inputsLength; at++) {
    const [, origin] = tx.getInput(at).bip32Derivation?.[0] ?? []
    const steps = origin?.path.map((step) => (step < HARDENED ? step : `${step - HARDENED}'`))
    const { privateKey } = root.derive(`m/${steps?.join('/')}`)
    if (!privateKey) throw new Error('no key')
    tx.signIdx(privateKey, at)
  }
}

/** Signs a PSBT with the wallet whose addresses the sandbox quotes; returns it in base64. */
export function signSandboxPsbt(psbt: Uint8Array): string {
  const tx = Transaction.fromPSBT(psbt)
  signEachInput(HDKey.fromMasterSeed(SANDBOX_SEED, TEST_VERSIONS), tx)
  return base64.encode(tx.toPSBT(0))
}
