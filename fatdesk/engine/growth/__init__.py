"""Growth of networks: what is bought now and later, which cables move, and in which stages.

Data flow:

    racks or hosts, now and later  ->  racks, plans     purchases, places, cables and cost by policy
    cables of today, new switches  ->  moves            fewest moved cables between two levels, proved
    fabrics of today and target    ->  wiring           Rewiring: which links stay, move, are new, go
    Rewiring, floor                ->  stages           StagePlan: links of each stage, and its network
    cables between switches        ->  bisection_share  share of full bisection
    published figures              ->  published        the same figures worked out again
"""
