import { createHash } from 'node:crypto'
import {
  type ChainCursor,
  type ChainObservation,
  type ChainProvider,
  ChainProviderError,
  type WatchTarget,
} from '#modules/chains/adapters/chain-provider.ts'
import type { PaymentSighting } from '#modules/chains/model.ts'

type Payment = { txid: string; address: string; units: bigint }
type Block = { height: number; hash: string; at: Date; payments: readonly Payment[] }
type View = { blocks: readonly Block[]; mempool: readonly Payment[] }

/** How a provider fails: without an answer, with an old view, or with what isn't there. */
export type Fault = 'none' | 'silent' | 'behind' | 'hides' | 'invents'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** A chain in memory, whose providers fail on request. It knows nothing of the watcher. */
export class ModelChain {
  blocks: Block[] = []
  mempool: Payment[] = []
  #counter = 0
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
    this.mine(() => true)
  }

  pay(address: string): void {
    const txid = hash(`transaction ${++this.#counter}`)
    this.mempool.push({ txid, address, units: BigInt(1_000 + this.#counter) })
  }

  mine(takes: (at: number) => boolean): void {
    const payments = this.mempool.filter((_, at) => takes(at))
    this.mempool = this.mempool.filter((_, at) => !takes(at))
    const height = this.blocks.length
    const block = { height, hash: hash(`block ${++this.#counter}`), at: this.#now(), payments }
    this.blocks.push(block)
  }

  /** Gives up the newest blocks; one more replaces them. Some of their payments are lost. */
  fork(depth: number, survives: (at: number) => boolean): void {
    const count = Math.min(depth, this.blocks.length - 1)
    const orphaned = this.blocks.splice(this.blocks.length - count)
    this.mempool.push(
      ...orphaned.flatMap(({ payments }) => payments).filter((_, at) => survives(at)),
    )
    for (let mined = 0; mined <= count; mined++) this.mine(() => false)
  }

  drop(at: number): void {
    if (this.mempool.length > 0) this.mempool.splice(at % this.mempool.length, 1)
  }

  view(): View {
    return { blocks: [...this.blocks], mempool: [...this.mempool] }
  }

  /** The ids of the payments to addresses with at least so many confirmations. */
  listConfirmed(addresses: ReadonlySet<string>, confirmations: number): string[] {
    return this.blocks
      .slice(0, Math.max(0, this.blocks.length - confirmations + 1))
      .flatMap(({ payments }) => payments)
      .filter(({ address }) => addresses.has(address))
      .map(({ txid }) => txid)
      .sort()
  }
}

/** A provider of a chain in memory, which fails as it is set to. */
export class ModelProvider {
  fault: Fault = 'none'
  /** It made up a payment once. One that reads blocks doesn't read its block again. */
  hasInvented = false
  #old: View | null = null
  readonly #chain: ModelChain
  readonly provider: ChainProvider

  constructor(chain: ModelChain, name: string, readsBlocks: boolean) {
    this.#chain = chain
    this.provider = {
      chain: 'bitcoin',
      name,
      simulated: true,
      readsBlocks,
      readTip: async () => this.#getTip(this.#read()),
      observe: async (targets, cursor) => this.#observe(targets, cursor),
      findPayments: async (txid, target) =>
        this.#observe([{ ...target, fromHeight: 0 }], null).payments.filter(
          (one) => one.txid === txid,
        ),
      findTransaction: async () => null,
      readBalance: async () => Promise.reject(new Error('not part of this model')),
    }
  }

  set(fault: Fault): void {
    this.fault = fault
    this.hasInvented ||= fault === 'invents'
    this.#old = fault === 'behind' ? this.#chain.view() : null
  }

  #read(): View {
    if (this.fault === 'silent') throw new ChainProviderError('unreachable', 'no answer')
    return this.#old ?? this.#chain.view()
  }

  #getTip({ blocks }: View) {
    const { height, hash: tipHash, at } = blocks[blocks.length - 1] as Block
    return { height, hash: tipHash, at, finalHeight: null }
  }

  #observe(targets: readonly WatchTarget[], cursor: ChainCursor | null): ChainObservation {
    const view = this.#read()
    const from = this.#findStart(view, targets, cursor)
    const addresses = new Set(targets.map(({ address }) => address))

    const honest = [
      ...view.mempool.map((payment) => toSighting(payment, null)),
      ...view.blocks
        .slice(from)
        .flatMap((block) => block.payments.map((payment) => toSighting(payment, block))),
    ].filter(({ address }) => addresses.has(address))

    const payments = this.#distort(honest, view, targets)
    const blocks = view.blocks.slice(-40).map(({ hash: blockHash }) => blockHash)
    return { tip: this.#getTip(view), payments, completeFrom: from, cursor: { blocks } }
  }

  #findStart(view: View, targets: readonly WatchTarget[], cursor: ChainCursor | null): number {
    if (cursor === null) return Math.min(...targets.map(({ fromHeight }) => fromHeight))
    const known = new Set(cursor.blocks as string[])
    return view.blocks.findLastIndex(({ hash: blockHash }) => known.has(blockHash)) + 1
  }

  #distort(honest: PaymentSighting[], view: View, targets: readonly WatchTarget[]) {
    if (this.fault === 'hides') return []
    const [target] = targets
    if (this.fault !== 'invents' || !target) return honest

    const block = view.blocks[Math.max(0, view.blocks.length - 8)] as Block
    const invented = {
      txid: hash(`invented by ${this.provider.name}`),
      address: target.address,
      units: 999n,
    }
    return [...honest, toSighting(invented, block)]
  }
}

const toSighting = (payment: Payment, block: Block | null): PaymentSighting => ({
  coin: 'BTC',
  outputIndex: 0,
  ...payment,
  block: block && { height: block.height, hash: block.hash, at: block.at },
  replaceable: block === null,
  trace: 'output',
})
