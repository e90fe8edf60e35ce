/** The scripts that an account key's addresses pay to. `account` is that of an account chain. */
export const SCRIPT_TYPES = ['p2wpkh', 'p2tr', 'account'] as const
export type ScriptType = (typeof SCRIPT_TYPES)[number]
