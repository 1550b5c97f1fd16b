/** AI calls of today, and how many are allowed. */
export interface AiCalls {
  readonly mine: number;
  readonly ofAccount: number;
  readonly everybodys: number;
  readonly inAll: number;
}

export const areUsedUp = ({ mine, ofAccount, everybodys, inAll }: AiCalls) => mine >= ofAccount || everybodys >= inAll;
