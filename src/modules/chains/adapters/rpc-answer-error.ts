import { ChainProviderError } from './chain-provider.ts'

/** An error that the node answered to a call, with its JSON-RPC code. */
export class RpcAnswerError extends ChainProviderError {
  readonly code: number

  constructor(method: string, code: number, message: string) {
    super(NOT_YET.test(message) ? 'behind' : 'invalid', `${method}: ${message.slice(0, 200)}`)
    this.code = code
  }

  /** Returns whether the node doesn't offer the method. */
  get isUnsupported(): boolean {
    return this.code === -32601 || /not (supported|available|exist)|unsupported/i.test(this.message)
  }

  /** Returns whether the node no longer stores the state of so old a block. */
  get isStateMissing(): boolean {
    return /missing trie node|state .*(not available|unavailable|pruned)|pruned/i.test(this.message)
  }
}

/** A node answers so when a block that another of its machines knows hasn't reached it. */
const NOT_YET = /beyond (the )?current head|header not found|unknown block|block .*not found/i
