/** The standards by which the key of an address signs a message. */
export const MESSAGE_FORMATS = ['bip322', 'bip137', 'eip191', 'tip191'] as const
export type MessageFormat = (typeof MESSAGE_FORMATS)[number]
