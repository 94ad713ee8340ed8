/// All ships.
struct CataloguePage: Page {
    static let template = "catalogue"

    let steps = Step.all(at: 1)
    let ships = Ship.all.map(ShipCard.init)
}
