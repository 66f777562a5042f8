"""The rule book in English."""

EN = {
    "or": "or",
    "title.tiles": "The tiles",
    "title.deal": "The deal",
    "title.turn": "A turn",
    "title.melds": "Runs and sets",
    "title.pairs": "Pairs",
    "title.table": "The open table",
    "title.konkan": "Konkan",
    "title.finish": "Finishing",
    "title.indicator": "Showing the indicator",
    "title.score": "Scoring",
    "title.stock": "When the stock runs out",
    "title.match": "The match",
    "title.clock": "The clock",
    "tiles.set": (
        "Okey is played with 106 tiles: the numbers 1 to 13 in red, yellow, blue and black, each twice, "
        "and two false jokers."
    ),
    "tiles.indicator": (
        "After the deal one tile is turned up as the indicator and stays out of play; a false joker is "
        "put back and replaced by another tile."
    ),
    "tiles.okey.1": (
        "The okey is the next number in the indicator's colour, the 1 after a 13; both okeys are wild: "
        "they stand for any tile."
    ),
    "tiles.okey.-1": (
        "The okey is the number before the indicator's in the same colour, the 13 before a 1; both okeys "
        "are wild: they stand for any tile."
    ),
    "tiles.example": "So if the indicator is blue 9, the okey is blue {okey}.",
    "tiles.false_joker.okey": "A false joker is not wild: it plays as the okey's own tile.",
    "tiles.false_joker.indicator": "A false joker is not wild: it plays as the indicator's tile.",
    "tiles.false_joker.wild": (
        "A false joker is wild as well, though it is never an okey where okeys are rewarded or fined."
    ),
    "deal.players.4.none": "Four play, each for themselves.",
    "deal.players.3.none": "Three play, each for themselves.",
    "deal.players.2.none": "Two play against each other.",
    "deal.players.4.opposite": (
        "Four play in two teams. Partners sit opposite each other and do not see each other's racks."
    ),
    "deal.size": "Each is dealt {dealt} tiles, the starter {first}; {stock} stay in the stock.",
    "deal.starter.after_dealer": "The first dealer is drawn by lot, and the player after the dealer starts.",
    "deal.starter.dealer": "The first dealer is drawn by lot, and the dealer starts.",
    "deal.next.rotate": "With every hand the start moves on by one seat.",
    "deal.next.winner": ("The finisher of a hand starts the next; if there is none, the same player starts again."),
    "deal.direction.ccw": "Play goes to the right, counter-clockwise.",
    "deal.direction.cw": "Play goes to the left, clockwise.",
    "turn.take.previous": (
        "In your turn you first draw a tile from the stock, or take the one that the player before you has just thrown."
    ),
    "turn.take.shared_top": ("In your turn you first draw a tile from the stock, or take the top of the discards."),
    "turn.take.any_player": (
        "In your turn you first draw a tile from the stock, or take the last discard of any other player."
    ),
    "turn.throw.closed": "Then you throw one tile, and your turn is over.",
    "turn.throw.open": "Then you may lay tiles on the table; you end your turn by throwing one.",
    "turn.starter.closed": "The starter holds the extra tile, and only throws.",
    "turn.starter.open": "The starter holds the extra tile and does not draw, but may lay tiles at once.",
    "turn.piles.per_player": (
        "Discards lie face up; you may look through your own pile and that of the player before you, of "
        "others you see the top."
    ),
    "turn.piles.two": "Discards lie face up, and both piles may be looked through.",
    "turn.piles.shared": "All discards lie on one pile, and only its top is seen.",
    "turn.taken.free": "A taken tile may stay in your rack.",
    "turn.taken.if_melding": (
        "If you lay anything in a turn in which you took a discard, that tile has to go down too."
    ),
    "turn.taken.must": "A taken tile has to go down in the same turn: in a meld, laid off, or for an okey.",
    "turn.back.as_discard": "You may throw the very tile you took; that is a discard like any other.",
    "turn.back.undo_then_stock": (
        "Until you have laid something, you may give the taken tile back by throwing it; then you draw "
        "from the stock instead and may not take it again this turn."
    ),
    "turn.back_cost": "Giving it back costs {points} points.",
    "turn.confirm": "Before you throw an okey without finishing, the game asks.",
    "melds.run": "A run is three or more numbers in a row in one colour.",
    "melds.one.high": "12-13-1 is a run too, though the 1 then ends it: 13-1-2 is none.",
    "melds.one.no": "The 1 comes before the 2 only: 12-13-1 is no run.",
    "melds.longest.open": ("At most {most} tiles of a run go down in one piece; on the table it may grow longer."),
    "melds.longest.closed": "A run has at most {most} tiles; a longer one has to be split.",
    "melds.set.3_4": "A set is three or four tiles of one number in different colours.",
    "melds.set.3": "A set is exactly three tiles of one number in different colours.",
    "melds.set.4": "A set is all four colours of one number.",
    "melds.real.0": "Wild tiles may form a run or a set even by themselves.",
    "melds.real.1": "Wild tiles may fill any gap, as long as one tile of the meld is real.",
    "melds.real.2": "Wild tiles may fill any gap, as long as two tiles of the meld are real.",
    "melds.real.3": "Wild tiles may fill gaps, as long as three tiles of the meld are real.",
    "melds.leading": "A meld never begins with two wild tiles.",
    "melds.value": "A wild tile counts as the tile it stands for, and a 1 always counts 1.",
    "pairs.off": "Pairs are of no use in this game.",
    "pairs.rule.identical": "A pair is two identical tiles; two false jokers are a pair as well.",
    "pairs.rule.same_number_diff_colour": "A pair is two tiles of one number in different colours.",
    "pairs.rule.either": "A pair is two tiles of one number, whether of one colour or of two.",
    "pairs.wild.yes": "An okey makes a pair with any tile, and two okeys are a pair too.",
    "pairs.wild.no": "An okey cannot be part of a pair.",
    "pairs.twin": "The indicator's twin counts as a pair by itself.",
    "pairs.win.seven": ("Seven pairs are a complete hand, but only by themselves: they do not mix with runs and sets."),
    "pairs.win.mixed": (
        "A hand may be complete with pairs beside runs and sets; only pure pairs count as a finish with pairs."
    ),
    "pairs.declare": (
        "You may declare pairs in your turn: everybody hears of it, and from then on you see all discards of the table."
    ),
    "pairs.locks.closed": "In return you may finish this hand with pairs only.",
    "pairs.locks.open": "In return you may open with pairs only in this hand.",
    "table.open": (
        "Your first lay-down, the opening, takes at least {points} points in runs and sets laid in one "
        "turn, tiles laid off not counted."
    ),
    "table.open_any": "Your first lay-down, the opening, may be any run or set.",
    "table.open_pairs": "At least {pairs} pairs will do instead, but not mixed with runs and sets.",
    "table.raised.match_opponents": "If an opponent has opened with more, you need as much.",
    "table.raised.beat_opponents": (
        "If an opponent has opened, you need at least one point more than the highest of their openings."
    ),
    "table.raised.beat_highest": (
        "Every opening has to beat the highest of the hand so far by at least one point (katlamalı)."
    ),
    "table.raised_pairs": "Openings with pairs are compared likewise, by their number and among themselves.",
    "table.partner": "Once your partner has opened, {points} points are enough for you in any case.",
    "table.partner_any": "Once your partner has opened, you may open with any run or set.",
    "table.elden": (
        "As long as nobody else has opened, laying the whole hand in runs and sets in a single turn needs "
        "no points at all."
    ),
    "table.wrong": "A wrong opening goes back to the rack and costs {points} points.",
    "table.left": ("If a taken discard is among the melds of an opening, its thrower writes ten times its number."),
    "table.left_pairs": (
        "If a taken discard is among the melds of an opening, its thrower writes ten times its number, "
        "or twenty times for an opening with pairs."
    ),
    "table.all_pairs": "If everybody opens with pairs, the hand is void once the last one's turn ends unfinished.",
    "table.after": "Once you have opened, you may lay melds of any value.",
    "table.off_sets": ("You may also lay off tiles at both ends of any run and on any set that lacks a colour."),
    "table.off_runs": "You may also lay off tiles at both ends of any run, but not on a set.",
    "table.pairs_only": (
        "After opening with pairs you lay only pairs; others may lay pairs only once somebody has opened "
        "with them. Nothing is laid off on a pair."
    ),
    "table.pairs_limit": "A player who opened with runs and sets lays at most {most} pairs in a turn.",
    "table.off_limit": "A player who opened with pairs lays off at most {most} tiles in a turn.",
    "table.swap": ("With the tile that an okey stands for in a run or set you may replace it, and take the okey."),
    "table.same_turn.yes": "All this is allowed in the very turn in which you open.",
    "table.same_turn.no": "Laying off and okeys have to wait until the turn after your opening.",
    "table.keep": "One tile has to stay in your rack to be thrown.",
    "konkan.become": (
        "Take a discard before you have opened, end that turn without opening, and you are Konkan: from "
        "then on you can only go out with the whole hand at once."
    ),
    "konkan.finish": ("That takes a run of exactly {run} tiles, one other meld of {rest}, and the last tile to throw."),
    "konkan.finish_longer": (
        "That takes a run of {run} tiles or more, all other tiles in melds (beside a run of {run} there "
        "are {rest}), and the last tile to throw."
    ),
    "konkan.early": (
        "Laying off a single tile, no okey, before opening makes you Konkan too; it blocks that end of "
        "the run for everybody and leaves you to finish with {run} and {rest} tiles."
    ),
    "konkan.early_once": "A player who is Konkan already may still do so, once in a hand; on a set nothing is blocked.",
    "konkan.early_no": "Nobody lays off a tile before opening.",
    "konkan.run_exempt": "The limit of {most} tiles for a run does not bind this one.",
    "konkan.take_none": "Take and keep a Konkan player's discard, and you finish in that turn or are eliminated.",
    "konkan.take_once": (
        "A Konkan player's discard may be taken and kept once in a hand; take another, and you finish in "
        "that turn or are eliminated."
    ),
    "konkan.take": (
        "Konkan players' discards may be taken and kept {takes} times in a hand; take another, and you "
        "finish in that turn or are eliminated."
    ),
    "konkan.free.konkan": "The free take still makes you Konkan if you do not open.",
    "konkan.free.safe": "Such a free take does not make you Konkan.",
    "konkan.eliminated": (
        "An eliminated player sits out the hand and counts as never having opened; nobody may take their discards."
    ),
    "konkan.last": "The last player left plays on alone.",
    "finish.open": "The hand ends when a player, all other tiles laid, throws the last one.",
    "finish.closed": (
        "You can finish when one tile is left over and the other {tiles} form a complete hand, each in one meld."
    ),
    "finish.how.declare": (
        "You finish by putting the last tile onto the indicator or pressing Finish; simply thrown, it ends nothing."
    ),
    "finish.how.declare_or_throw": (
        "You finish by putting the last tile onto the indicator, by pressing Finish, or by simply throwing it."
    ),
    "finish.how.auto_on_discard": "The hand ends by itself with any discard that leaves a complete hand.",
    "finish.two_press": (
        "The first press of the Finish button names the tile it will throw, an okey if that still "
        "finishes; the second press ends the hand."
    ),
    "finish.first.yes": "The starter may finish with the very first discard.",
    "finish.first.no": "The starter may not finish before having drawn a tile.",
    "finish.wrong": (
        "A wrong finish costs {points} points; the tile goes back to your rack, and you still have to throw one."
    ),
    "finish.wrong.free": "A wrong finish is refused at no cost: arrange your tiles and play on.",
    "finish.okey": "Throwing an okey costs {points} points, unless it finishes the hand.",
    "finish.okey.free": "An okey may be thrown like any other tile.",
    "finish.playable": "Throwing a tile that could be laid off costs {points} points, unless it finishes.",
    "finish.once": "An okey that could be laid off is fined once only.",
    "indicator.dealt": (
        "If the indicator's twin was dealt to you, you may show it once, before your first draw or, if "
        "you start, before your first discard."
    ),
    "indicator.drawn": (
        "If you hold the indicator's twin, dealt or come with your first draw, you may show it once "
        "before your first discard."
    ),
    "indicator.cost": "It is worth {points} from every opponent.",
    "indicator.cost_blue": "With a blue indicator it is worth {points} from every opponent.",
    "indicator.at_once": "It is paid at once, whatever becomes of the hand.",
    "indicator.hand_end": "It is paid at the end of the hand, even if nobody finishes.",
    "score.start": "Everybody begins with {points}.",
    "score.choices": "A table may be set to {points}.",
    "score.countdown": "Whoever finishes takes points off every opponent.",
    "score.shared": "Partners share one score.",
    "score.losses": "An ordinary finish costs them {normal}, a finish by throwing an okey {okey}.",
    "score.losses_pairs": ("A finish with pairs costs them {pairs}, and with pairs and an okey thrown last {both}."),
    "score.dearer": "A hand that is both seven pairs and runs and sets counts as the dearer of the two.",
    "score.false_joker": "A false joker thrown last makes no difference.",
    "score.example": (
        "For example, if all stand at {start} and the first player finishes by throwing an okey, the "
        "scores become {scores}."
    ),
    "score.blue": "This example has a blue indicator.",
    "score.low": "Points are written against you.",
    "score.added": "What partners write is added up.",
    "score.winner": "The finisher writes {points}.",
    "score.partner.wiped": "The partner writes nothing but penalties.",
    "score.partner.writes": "The finisher's partner writes like the opponents.",
    "score.opened.rack": "A loser who has opened writes the numbers of all tiles left in the rack.",
    "score.opened.deadwood": (
        "A loser who has opened writes the numbers of the tiles in the rack that fit into no run or set."
    ),
    "score.loser.rack": "A loser writes the numbers of all tiles in the rack, arranged or not.",
    "score.loser.deadwood": (
        "A loser writes the numbers of the tiles that fit into no run or set, split as cheaply as possible."
    ),
    "score.okey_face": (
        "An okey left over counts its printed number, a false joker the number of the tile it plays as."
    ),
    "score.okey_left": "An okey left over counts {points}, a false joker the number of the tile it plays as.",
    "score.okey_taken": "An okey taken from the discards or out of a meld counts only {points}.",
    "score.okey_extra": "On top of that, every okey left over costs a penalty of {points}, which nothing multiplies.",
    "score.unopened": "A loser who never opened writes {points}, whatever the rack holds.",
    "score.unopened_rack": "A loser who never opened writes the rack as well.",
    "score.declared": "A loser who declared pairs and never opened writes {points} instead.",
    "score.pairs_opener": "After an opening with pairs the tiles left are multiplied by {factor}.",
    "score.konkan": "If a Konkan player finishes, all this is multiplied by {factor}.",
    "score.doubles.okey": "An okey thrown last doubles all of this.",
    "score.doubles.okey_pairs": "An okey thrown last doubles all of this, and so does a finish with pairs.",
    "score.doubles.okey_elden": (
        "An okey thrown last doubles all of this, and so does finishing elden: opening and going out in "
        "one turn before anybody else has opened."
    ),
    "score.doubles.okey_pairs_elden": (
        "An okey thrown last doubles all of this; so does a finish after opening with pairs, and so does "
        "finishing elden: opening and going out in one turn before anybody else has opened."
    ),
    "score.stack": "Several of these multiply each other.",
    "score.single": "Even together they double it once only.",
    "score.penalties": "Penalties are added and never multiplied.",
    "example.opened": (
        "An example: the first player finishes; the second has opened and is left with red 4 and black 6: {points}."
    ),
    "example.unopened": "The third never opened and holds black 12 and yellow 8: {points}.",
    "example.unopened_partner": (
        "The third, the finisher's partner, never opened and holds black 12 and yellow 8: {points}."
    ),
    "example.pairs": "The fourth opened with pairs and is left with black 12 and yellow 8: {points}.",
    "example.opened_too": "The fourth has opened too and is left with black 12 and yellow 8: {points}.",
    "example.okey": "Left with an okey and red 3 instead, the second would write {points}.",
    "example.closed": (
        "An example: the first player finishes, and each other is left with red 1, 2, 3, 4, with a 5 in "
        "blue, yellow and black, and with 13, 11, 9, 8, 7, 6 and 2 in various colours: {points}."
    ),
    "example.sheet": "The scores are then {scores}.",
    "example.sheet_okey": "Had an okey been thrown last, they would be {scores}.",
    "example.sheet_pairs": "With pairs and the okey together they would be {scores}.",
    "example.sheet_elden": "With the okey and elden together they would be {scores}.",
    "example.sheet_konkan": "Had the finisher been Konkan, they would be {scores}.",
    "colour.red_black": (
        "If the indicator is red or black, everything counts double; with yellow or blue it counts once."
    ),
    "colour.table": (
        "The indicator's colour multiplies everything: yellow by {yellow}, blue by {blue}, red by {red}, "
        "black by {black}."
    ),
    "colour.penalties_too": "That goes for penalties and a shown indicator too.",
    "colour.not_penalties": "Penalties alone stay as they are.",
    "colour.example": "With a red indicator the example gives {scores}.",
    "stock.when.turn_start": "If no tile is left to draw when a turn begins, the stock has run out.",
    "stock.when.on_draw": (
        "The stock has run out when a player has to draw and nothing is there; a discard may still be taken."
    ),
    "stock.when.after_last_discard": ("Whoever draws the last tile still ends that turn; then the stock has run out."),
    "stock.void": "Nobody has won then, and nothing more is written.",
    "stock.indicator": "Nobody has won then, and only a shown indicator is still paid.",
    "stock.reshuffle_once": (
        "Once in a hand the discards, all but the last, are then shuffled into a new stock; when that "
        "runs out too, the hand is cancelled."
    ),
    "stock.reshuffle": (
        "Up to {times} times in a hand the discards, all but the last, are then shuffled into a new "
        "stock; when that runs out too, the hand is cancelled."
    ),
    "stock.score_all": ("The hand ends: all write as if another had finished, and nobody gets the finisher's points."),
    "stock.score_none": ("The hand ends then and counts as played; a shown indicator that is still due is paid."),
    "stock.counts.yes": "A void hand uses up one of the match's hands.",
    "stock.counts.no": "A void hand is dealt again and does not count.",
    "match.end.single": "The match is a single hand.",
    "match.end.n_hands": "The match lasts {hands} hands.",
    "match.end.score_zero": "The match ends with the hand that brings a score to 0 or below.",
    "match.end.five_plus_determine": "The match lasts {hands} rounds and a Determine round.",
    "match.choices": "A table may be set to {hands}.",
    "match.series": "A table may be set to a series of {hands} hands instead.",
    "match.determine": (
        "In the Determine round the side with the worse total is Konkan from the start; if level, all are."
    ),
    "match.best.high.none": "The highest score wins.",
    "match.best.high.opposite": "The team with the higher score wins.",
    "match.best.low.none": "The lowest total wins.",
    "match.best.low.opposite": "The team with the lower total wins.",
    "match.ties": "Those level at the top share the win.",
    "clock.none": "There is no clock.",
    "clock.turn": (
        "Against people a turn may take {seconds} seconds, from draw to discard; against the computer "
        "there is no clock."
    ),
    "clock.reserve": "On top of that, each player has a reserve of {seconds} seconds for the whole match.",
    "clock.out": "When time is up, the game draws and throws for you, never an okey and without penalty.",
}
